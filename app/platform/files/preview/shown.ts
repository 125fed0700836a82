/** How a document is previewed. */
export type Shown =
  /** A PDF that browsers may open: its own bytes. */
  | { as: 'itself' }
  /** A PDF made of it. */
  | { as: 'pdf'; bytes: Uint8Array }
  /** Not at all: why, in a sentence for the reader. */
  | { as: 'note'; message: string }

/** Pages of a made preview at most; its last line says how much is left out. */
export const MOST_PAGES = 200

export const note = (message: string): Shown => ({ as: 'note', message })

/** What is said of a file whose content cannot be read as what it is. */
export function damaged(label: string): Shown {
  return note(`It is ${label}, but its content is damaged or incomplete, so it cannot be previewed.`)
}
