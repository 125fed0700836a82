import { useTimeZone } from '~/platform/page/use-site'
import { VersionsTable } from '~/ui/editing/versions-table'
import type { Refused } from '~/ui/form/refusal'
import type { RowVersions } from './row-versions'
import type { TableColumn } from './table-column'
import { shownValue } from './table-columns'

/** The versions that a refusal brought; null for a refusal that is no conflict. */
export function versionsIn(refused: Refused | undefined): RowVersions | null {
  const { details } = (refused?.refusal ?? {}) as { details?: Partial<RowVersions> }
  return details?.opened ? (details as RowVersions) : null
}

/** A refusal without its sentences by field: where the versions are shown, they say it all. */
export function withoutFields(refused: Refused): Refused {
  return { ...refused, refusal: { ...refused.refusal, fields: {} } }
}

/** The version that a refused form was shown last: the one that it was to be saved over, or the one it was opened with. */
export function seenIn(refused: Refused | undefined): string | undefined {
  return refused?.typed.over ?? refused?.typed.seen
}

/** The version to save over: the one that is stored now, as the form sends it. */
export const overVersion = ({ stored }: RowVersions) => JSON.stringify(stored)

/** What the two ways on are called: to store what was typed after all, or not. */
export function waysOn({ stored }: RowVersions): [mine: string, theirs: string] {
  return stored ? ['Save mine over it', 'Take the stored one'] : ['Add mine again', 'Leave it deleted']
}

/** A row that somebody changed or deleted meanwhile, field by field. */
export function RowVersionsTable({
  columns,
  versions: { opened, stored, yours },
}: {
  columns: readonly TableColumn[]
  versions: RowVersions
}) {
  const timeZone = useTimeZone()
  return (
    <VersionsTable
      fields={columns
        .filter(({ readOnly }) => !readOnly)
        .map((column) => ({
          label: column.label,
          opened: shownValue(column, opened[column.id], timeZone),
          stored: stored && shownValue(column, stored[column.id], timeZone),
          yours: yours && shownValue(column, yours[column.id], timeZone),
        }))}
    />
  )
}
