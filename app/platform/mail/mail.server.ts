import { createTransport } from 'nodemailer'

/** A plain-text e-mail. */
export interface Message {
  /** Address of one recipient. */
  to: string
  subject: string
  text: string
  /** Identifies the message: mail programs recognise a repeated one. */
  id: string
}

/** Sends e-mail, one message at a time. */
export interface Mail {
  /**
   * Resolves when the mail server accepts the message. @throws Error with the server's message, or that it is
   * unreachable
   */
  send(message: Message): Promise<void>
  /** Resolves when the mail server accepts the site's account; sends nothing. @throws Error like send */
  check(): Promise<void>
}

/** What the mail server said about a failure. Without an answer, the error names machines of the site: only for its log. */
export function mailFailure(error: unknown): string {
  const { response } = (error ?? {}) as { response?: string }
  return (response ?? 'It cannot be reached.').slice(0, 500)
}

/** Time limits of the mail server's answers, in milliseconds. */
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
      // As an address object: nothing in it can be read as a second address.
      await transport.sendMail({
        from,
        subject,
        text,
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async check() {
      await transport.verify()
    },
  }
}
