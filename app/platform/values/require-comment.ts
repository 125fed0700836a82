import { DomainError } from './domain-error'

/**
 * The comment of something that needs a reason.
 * @param title of the refusal
 * @throws DomainError invalid without a comment
 */
export function requireComment(comment: string, title: string): string {
  const text = comment.trim()
  if (text === '')
    throw new DomainError('invalid', 'Enter the reason.', { title, fields: { comment: 'Enter the reason' } })
  return text
}
