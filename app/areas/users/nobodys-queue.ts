import { isNobodysQueue } from '~/platform/workflow/queues'

/** What is wrong with queues that somebody is to be a member of, beside the field that they are typed in. */
export function nobodysQueue(queues: readonly string[]): { more?: string } {
  const queue = queues.find(isNobodysQueue)
  return queue === undefined ? {} : { more: `Nobody can be a member of the queue ${queue}.` }
}
