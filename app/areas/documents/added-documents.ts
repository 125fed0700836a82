import { acceptedKind } from '~/platform/files/accepted-kinds'
import { displayName } from '~/platform/files/display-name'
import { type Accepted, rulesOf } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'

export interface NewFile {
  /** As it came. */
  fileName: string
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null or missing when nobody looked. */
  scannedBy?: string | null
}

/**
 * The files that are to be stored: one with the name of an earlier one is ignored (specification, section 5).
 * @throws DomainError with a line for each file that is not taken; then none is
 */
export async function filesToAdd(files: readonly NewFile[], fileType: string): Promise<NewFile[]> {
  const { accepted, most, title } = rulesOf(fileType)
  const named = files.filter(
    ({ fileName }, at) => files.findIndex((each) => each.fileName === fileName) === at,
  )
  if (named.length === 0) throw missing(most, accepted, title)
  if (named.length > most)
    throw new DomainError(
      'invalid',
      `${named.length} files were sent; ${most === 1 ? 'one file is' : `${most} files are`} taken here. Send fewer.`,
      { title },
    )
  const lines: string[] = []
  for (const file of named)
    await acceptedKind(file, accepted, title).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      lines.push(error.message)
    })
  const [first, ...others] = lines
  if (first === undefined) return named
  if (named.length === 1) throw new DomainError('invalid', first, { title })
  const stored = named.length > lines.length ? ' None of the files was stored: send the others again.' : ''
  throw new DomainError(
    'invalid',
    others.length === 0 ? `${first}${stored}` : `${lines.length} files were refused.${stored}`,
    {
      title,
      ...(others.length > 0 ? { list: lines } : {}),
    },
  )
}

function missing(most: number, { words }: Accepted, title: string): DomainError {
  const what = most === 1 ? `one ${words} file` : 'at least one file'
  return new DomainError('invalid', `Choose ${what}.`, { title, fields: { files: `Choose ${what}` } })
}

/** "OTHER: statement.pdf", as the history of an object tells it. */
export function documentWords({ fileType, fileName }: { fileType: string; fileName: string }): string {
  return `${fileType}: ${displayName(fileName)}`
}
