import { Link } from '@remix-run/react'
import type { BudgetEntry } from '~/domain/budgets/budget-entry'
import type { BudgetFieldVersions } from '~/domain/budgets/budget-versions.server'
import { VersionsTable } from '~/ui/editing/versions-table'
import type { Refused } from '~/ui/form/refusal'

/** What a refusal brought of a budget that somebody else changed meanwhile. */
interface Conflict {
  /** The revision whose versions are shown: what is saved next is saved over it. */
  revision: number
  versions: BudgetFieldVersions[]
}

/** The versions that a refusal brought; null for a refusal that is no conflict. */
export function conflictIn(refused: Refused | undefined): Conflict | null {
  const { details } = (refused?.refusal ?? {}) as { details?: Partial<Conflict> }
  return details?.versions ? (details as Conflict) : null
}

/** What a form in conflict shows: what was typed, but what only the other person changed as they stored it. */
export function mergedTyped(
  typed: Record<string, string>,
  { versions }: Conflict,
  stored: BudgetEntry,
): Record<string, string> {
  const merged = { ...typed }
  for (const { field, changed } of versions) {
    if (changed !== 'only they') continue
    const value = stored[field]
    if (value === true) merged[field] = 'on'
    else if (value === false) delete merged[field]
    else merged[field] = value === null ? '' : String(value)
  }
  return merged
}

/** What the form below holds: theirs where only they changed a field. */
const asInForm = (version: BudgetFieldVersions) =>
  version.changed === 'only they' ? { ...version, yours: version.stored } : version

interface BudgetConflictProps {
  versions: BudgetFieldVersions[]
  budgetId: number
}

/** A budget that somebody changed meanwhile: both versions, and the two ways on. */
export function BudgetConflict({ versions, budgetId }: BudgetConflictProps) {
  return (
    <>
      <VersionsTable fields={versions.map(asInForm)} />
      <p className="budget-form__ways">
        The form below holds your values, and theirs where only they changed a field. Correct it and save it
        over the stored version, or{' '}
        <Link to={`/budgets/${budgetId}`} replace discover="none" preventScrollReset>
          take the stored one
        </Link>
        .
      </p>
    </>
  )
}
