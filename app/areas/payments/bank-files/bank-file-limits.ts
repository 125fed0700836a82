/** How much of a file is read: far above the statements of a busy day, and little enough for a thread. */
export const BANK_FILE_LIMITS = {
  /** Of a file, and of all that a zip file holds together. */
  bytes: 60 * 1024 * 1024,
  /** Entries of accounts and statuses of payments in a file. */
  entries: 100_000,
  /** Elements of a message. */
  elements: 5_000_000,
  attributes: 2_000_000,
  /** Elements that are held at a time: those of one entry, without its transactions. */
  heldElements: 100_000,
  depth: 60,
  /** Characters of a value; the rest is cut off. */
  text: 2_000,
  /** Files in a zip file. */
  zipFiles: 500,
  /** How many times its packed size a file in a zip file may have. */
  zipRatio: 200,
} as const
