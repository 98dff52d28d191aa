import './reading-panel.css';
import { useTranslation } from 'react-i18next';
import { SlotList } from '../slot/slot-list.tsx';
import { RequestCard } from '../trace/request-card.tsx';
import type { Conversation } from './conversation.ts';
import { IntentReading } from './intent-reading.tsx';
import { StateSteps } from './state-steps.tsx';

interface Props {
  readonly conversation: Conversation;
  readonly onTrace: (requestId: string) => void;
}

/** What the machine understood: intent, progress, slots, and the requests that came of it. */
export function ReadingPanel({ conversation, onTrace }: Props) {
  const { t } = useTranslation();
  const { reading, task, requestIds } = conversation;
  return (
    <div className="reading-panel">
      <section>
        <h3>{t('panel.intent')}</h3>
        <IntentReading reading={reading} />
      </section>
      <section>
        <h3>{t('panel.state')}</h3>
        <StateSteps state={reading.state} />
      </section>
      <section>
        <h3>{t(task?.isOver === true ? 'panel.slotsOver' : 'panel.slots')}</h3>
        <SlotList slots={task?.slots ?? {}} />
      </section>
      <section>
        <h3>{t('panel.requests')}</h3>
        {requestIds.length === 0 ? (
          <p className="quiet">{t('panel.noRequestsHint')}</p>
        ) : (
          requestIds.toReversed().map((id) => <RequestCard key={id} requestId={id} onOpen={onTrace} />)
        )}
      </section>
    </div>
  );
}
