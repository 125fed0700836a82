import type { FormRefusal } from '../form/error-summary'

/** The files of a refused upload that the server keeps for an hour. */
export type KeptFiles = { id: string; names: string[] }

/** The kept files that a refusal names; null where it keeps none. */
export function keptFilesOf(refusal: FormRefusal | undefined): KeptFiles | null {
  const { staged, stagedFiles } = refusal?.details ?? {}
  return typeof staged === 'string' && Array.isArray(stagedFiles)
    ? { id: staged, names: stagedFiles.map(String) }
    : null
}

/** As values of a form, which pages pass on. */
export const keptFields = (kept: KeptFiles | null): Record<string, string> =>
  kept === null ? {} : { staged: kept.id, stagedFiles: JSON.stringify(kept.names) }

/** The same, read back from the values of a form. */
export function keptFilesIn(typed: Readonly<Record<string, string>> | undefined): KeptFiles | null {
  const { staged, stagedFiles } = typed ?? {}
  return staged && stagedFiles ? { id: staged, names: JSON.parse(stagedFiles) as string[] } : null
}
