import { DomainError } from '~/platform/values/domain-error'
import { kindOf } from './file-kind'
import { displayName } from './file-types'
import type { Family, FileKind } from './kinds'
import type { Accepted } from './upload-rules'

/** Extensions that a content may have, so that no other program opens it; a text may carry only harmless ones. */
export const EXTENSIONS: Record<Family, readonly string[]> = {
  pdf: ['pdf'],
  excel: ['xls', 'xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm', 'xlam'],
  word: ['doc', 'docx', 'docm', 'dotx', 'dotm', 'rtf'],
  powerpoint: ['ppt', 'pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  text: ['txt', 'text', 'csv', 'tsv', 'log', 'md', 'dat', 'asc', 'prn'],
  'e-invoice': ['xml'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'tif', 'tiff', 'bmp', 'heic'],
  protected: [],
  other: [],
}

/**
 * Refuses a file that is not of an accepted kind by its content, or whose name would let another program open it.
 * @returns its kind
 * @throws DomainError naming the file, its kind, and what to do
 */
export async function acceptedKind(
  file: { fileName: string; bytes: Uint8Array },
  { families, words }: Accepted,
  title = 'Upload Error',
): Promise<FileKind> {
  const kind = await kindOf(file.bytes)
  const shown = displayName(file.fileName)
  const refuse = (message: string) => new DomainError('invalid', message, { title })
  if (kind.family === 'protected')
    throw refuse(`The file "${shown}" is protected by a password. Remove the password and try again.`)
  if (!families.includes(kind.family)) throw refuse(`“${shown}” is ${kind.label}. Choose a ${words} file.`)
  const extension = /\.([^./\\]*)$/.exec(file.fileName)?.[1]?.trim().toLowerCase()
  if (extension !== undefined && !EXTENSIONS[kind.family].includes(extension))
    throw refuse(
      `“${shown}” is ${kind.label}, but its name ends in ".${displayName(extension)}". Save it with the extension .${kind.extension} and try again.`,
    )
  return kind
}
