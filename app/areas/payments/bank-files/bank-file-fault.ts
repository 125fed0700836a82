/** Why a file that a bank sent is not read, and what to do; the message completes a sentence that begins with the file. */
export class BankFileFault extends Error {
  constructor(why: string, advice = 'Ask the bank for a corrected file.') {
    super(`${why} ${advice}`)
  }

  /** The file in a zip file, or the document in a file, whose fault it is; null for the file itself. */
  inside: string | null = null
}

/** The name of something inside a file. */
export const nameInside = (file: string, inside: string) => `${file} › ${inside}`

/** Reads something inside a file; its faults name it. */
export async function readingInside<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof BankFileFault)
      error.inside = error.inside === null ? name : nameInside(name, error.inside)
    throw error
  }
}

/** Where in a document something stands: "entry 17 of statement 2". Only worked out for a fault. */
export type WhereInFile = () => string
