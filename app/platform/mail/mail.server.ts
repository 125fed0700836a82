import { createTransport } from 'nodemailer'

/** An e-mail of plain text. */
export interface Message {
  /** Address of one person. */
  to: string
  subject: string
  text: string
  /** Names the message: one that is sent again is taken for the same by mail programs. */
  id: string
}

/** Sends e-mail, one message at a time. */
export interface Mail {
  /** Resolves when the mail server took the message. @throws Error with the server's words, or that it is not reached */
  send(message: Message): Promise<void>
}

/** How long the mail server may take for each thing it is asked, in milliseconds. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * E-mail through the site's own server.
 * @param url smtp://user:password@host:587, or smtps:// where it is encrypted from the start
 * @param from the sender's address
 */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({ url, ...LIMITS, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text, id }) {
      const [, domain = 'localhost'] = from.split('@')
      // As an address, not as text: nothing in it is read as a second one.
      await transport.sendMail({
        from,
        subject,
        text,
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
