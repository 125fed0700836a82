import type { FormRefusal, Refused } from '../form/error-summary'

/** The files of a refused upload that the server keeps for an hour. */
export type StagedFiles = { id: string; names: string[] }

/** The kept files that a refusal names; null where it keeps none. */
export function stagedFilesIn({ details }: FormRefusal): StagedFiles | null {
  const { staged, stagedFiles } = details ?? {}
  return typeof staged === 'string' && Array.isArray(stagedFiles)
    ? { id: staged, names: stagedFiles.map(String) }
    : null
}

/** As values of a form, which pages pass on. */
export const stagedFields = (kept: StagedFiles | null): Record<string, string> =>
  kept === null ? {} : { staged: kept.id, stagedFiles: JSON.stringify(kept.names) }

/**
 * The kept files of a form that its page refused, or whose popup a refusal closed.
 * @param typed the values of the closed popup
 */
export function stagedFilesOf(
  refused: Refused | undefined,
  typed?: Readonly<Record<string, string>>,
): StagedFiles | null {
  if (refused) return stagedFilesIn(refused.refusal)
  const { staged, stagedFiles } = typed ?? {}
  return staged && stagedFiles ? { id: staged, names: JSON.parse(stagedFiles) as string[] } : null
}
