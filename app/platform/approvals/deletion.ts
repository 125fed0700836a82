/** What waits in the place of something that is to be deleted. */
export const DELETED = { deleted: true } as const

export function isDeletion(after: object): boolean {
  return 'deleted' in after
}
