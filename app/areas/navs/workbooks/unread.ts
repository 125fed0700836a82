/** The details of a refusal of files that no layout reads: they can be taught. */
export const UNREAD = { unread: true }
