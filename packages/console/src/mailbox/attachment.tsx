import './attachment.css';
import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentQuery } from '../api/queries.ts';
import type { Mail } from '../api/wire.ts';
import { Icon } from '../icon/icon.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { formatBytes } from '../time/duration.ts';

interface Props {
  readonly mailId: string;
  readonly index: number;
  readonly attachment: Mail['attachments'][number];
}

/** A file of a mail; a PDF is read in place. Fetched, not linked, so that a credential can go with it. */
export function Attachment({ mailId, index, attachment }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isDocument = attachment.media_type === 'application/pdf';
  const [isOpen, setIsOpen] = useState(isDocument);
  const file = useQuery({ ...attachmentQuery(mailId, index), enabled: isOpen });
  const url = useObjectUrl(file.data);

  const download = async (): Promise<void> => {
    const blob = await queries.fetchQuery(attachmentQuery(mailId, index));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = attachment.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <div className="attachment" data-testid="attachment">
      <div className="attachment-head">
        <span className="attachment-icon">
          <Icon name="document" />
        </span>
        <span className="attachment-name">
          <strong>{attachment.name}</strong>
          <small>{formatBytes(attachment.bytes)}</small>
        </span>
        {isDocument && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'mailbox.closePreview' : 'mailbox.preview')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="download" size={14} />}
          data-testid="attachment-download"
          onClick={() => void download()}
        >
          {t('mailbox.download')}
        </Button>
      </div>
      {file.isError && <ProblemNotice error={file.error} onAgain={() => void file.refetch()} />}
      {isOpen && file.isPending && <Loader type="dots" color="gray" className="shell-loader" />}
      {isOpen && url !== null && (
        <iframe
          className="attachment-document"
          data-testid="attachment-preview"
          src={`${url}#view=FitH&toolbar=0&navpanes=0`}
          title={t('mailbox.document', { name: attachment.name })}
        />
      )}
    </div>
  );
}

/** An address for the bytes, taken back when they go. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
