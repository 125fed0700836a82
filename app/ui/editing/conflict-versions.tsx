import { Link } from '@remix-run/react'
import type { FormFieldVersions } from './form-conflict'
import { VersionsTable } from './versions-table'

/** What the form below holds: theirs where only they changed a field. */
const asInForm = (version: FormFieldVersions) =>
  version.changed === 'only they' ? { ...version, yours: version.stored } : version

interface ConflictVersionsProps {
  versions: FormFieldVersions[]
  /** Address of the form as it is stored now. */
  storedHref: string
}

/** Above a form of what somebody changed meanwhile: both versions, and the two ways on. */
export function ConflictVersions({ versions, storedHref }: ConflictVersionsProps) {
  return (
    <>
      <VersionsTable fields={versions.map(asInForm)} />
      <p className="conflict__ways">
        The form below holds your values, and theirs where only they changed a field. Correct it and save it
        over the stored version, or{' '}
        <Link to={storedHref} replace discover="none" preventScrollReset>
          take the stored one
        </Link>
        .
      </p>
    </>
  )
}
