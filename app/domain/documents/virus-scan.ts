import { DomainError } from '~/domain/values/domain-error'
import { displayName } from './display-name'

/** Answers the name of the threat that it found, or null. Throws when it cannot tell. */
export type VirusScan = (bytes: Uint8Array) => Promise<string | null>

/**
 * Refuses files in which the scanner finds something, and all of them when it cannot tell.
 * @throws DomainError 'refused' naming the file and the threat; 'busy' when the scanner does not answer
 */
export async function refuseInfected(
  files: readonly { fileName: string; bytes: Uint8Array }[],
  scan: VirusScan | null | undefined,
  title = 'Upload Error',
): Promise<void> {
  if (!scan) return
  for (const { fileName, bytes } of files) {
    const shown = displayName(fileName)
    const threat = await scan(bytes).catch(() => {
      throw new DomainError(
        'busy',
        `The file "${shown}" could not be checked for viruses. Try again in a minute.`,
        { title },
      )
    })
    if (threat !== null)
      throw new DomainError(
        'refused',
        `The file "${shown}" was refused: the virus scanner found ${threat} in it.`,
        { title },
      )
  }
}
