import { Link } from '@remix-run/react'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import type { WaitingChange } from './pending-fields.server'

/** Columns of the list of waiting changes. */
export const pendingColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<WaitingChange>(declared, {
    comment: {
      cell: ({ row: { original } }) => (
        <>
          {original.comment}
          {original.proposedFrom && (
            <>
              {' '}
              <Link to={original.proposedFrom.href}>Open {original.proposedFrom.label}</Link>
            </>
          )}
        </>
      ),
    },
  })
