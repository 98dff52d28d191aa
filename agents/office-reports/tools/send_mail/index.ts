import { type ArtifactReference, ToolError, type ToolFunction } from '@hermes-agent/tools/function';
import { composeMail, type MailInput, messageIdOf } from './compose.ts';
import { deliver } from './deliver.ts';
import { readServer } from './server.ts';

type Input = MailInput & { readonly attachments?: readonly ArtifactReference[] };

/** Sends one mail. Contract: `contracts/send_mail.yaml`. */
const sendMail: ToolFunction<Input, { message_id: string }> = async (input, call) => {
  const server = readServer(call.servers.smtp!);
  if (server === null) {
    throw new ToolError(
      'NOT_CONFIGURED',
      'SMTP_URL must be smtp:// or smtps:// and name the sender (?from=…)',
      {
        effect: 'none',
      },
    );
  }
  const attachments = await Promise.all(
    (input.attachments ?? []).map(async (reference) => ({
      filename: reference.name,
      contentType: reference.media_type,
      content: Buffer.from(await call.artifacts.read(reference)),
    })),
  );
  const messageId = messageIdOf(call.idempotencyKey, server.from);
  const message = await composeMail(input, attachments, {
    from: server.from,
    messageId,
    idempotencyKey: call.idempotencyKey,
  });
  await deliver(server, { from: server.from, to: input.to, message }, call.signal);
  return { message_id: messageId };
};

export default sendMail;
