import { Link } from '@remix-run/react'
import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import type { DefinitionVersion } from '~/platform/workflow/definition-versions.server'
import type { GridColumn } from '~/ui/grid/columns'

/** A version as the list of its kind shows it. */
export interface VersionRow extends Omit<DefinitionVersion, 'madeAt'> {
  /** ISO instant. */
  madeAt: string | null
  /** Objects under it, done ones included. */
  objects: number
  state: string
}

export const VERSION_GRID = { prefix: 'versions', size: 10 }

/** @param path of the kind's page */
export function versionColumns(path: string, timeZone: string): GridColumn<VersionRow>[] {
  return [
    {
      ...{ id: 'version', label: 'Version', kind: 'number', width: 80 },
      render: ({ version }) => <Link to={`${path}?version=${version}`}>{version}</Link>,
    },
    { id: 'state', label: 'Today', kind: 'text', width: 110, render: ({ state }) => state },
    {
      id: 'validFrom',
      label: 'Valid from',
      kind: 'day',
      width: 110,
      render: ({ validFrom }) => showDay(validFrom),
    },
    {
      ...{ id: 'objects', label: 'Objects under it', kind: 'number', width: 120 },
      title: 'Those that are done included: each keeps the version that it began with',
      render: ({ objects }) => objects.toLocaleString('en-GB'),
    },
    { id: 'madeBy', label: 'Requested by', kind: 'text', width: 150, exported: by, render: by },
    {
      ...{ id: 'madeAt', label: 'Approved', kind: 'instant', width: 140, show: showDay },
      render: ({ madeAt }) => showInstant(madeAt, timeZone),
    },
    { id: 'comment', label: 'Why', kind: 'text', wrap: true, render: ({ comment }) => comment },
  ]
}

const by = ({ madeBy, shippedVersion }: VersionRow) =>
  shippedVersion === null ? (madeBy ?? '') : 'brought by Fundesk'

/** How they filter and sort. */
export const VERSION_ROW_COLUMNS: RowColumns<VersionRow> = {
  version: { kind: 'number', value: ({ version }) => String(version) },
  state: { kind: 'text', value: ({ state }) => state },
  validFrom: { kind: 'day', value: ({ validFrom }) => validFrom },
  objects: { kind: 'number', value: ({ objects }) => String(objects) },
  madeBy: { kind: 'text', value: by },
  madeAt: { kind: 'instant', value: ({ madeAt }) => madeAt },
  comment: { kind: 'text', value: ({ comment }) => comment },
}
