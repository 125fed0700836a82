import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showExact } from '~/platform/values/show'
import type { ErrorRow } from './fields.server'

/** Columns of NAV errors. */
export const errorColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<ErrorRow>(declared, {
    highest: {
      meta: { currency: undefined },
      cell: ({ row: { original } }) => (original.highest === null ? '' : `${showExact(original.highest)} %`),
    },
  })

/** Settings by which the address of the list is parsed: the newest case first. */
export const ERROR_GRID = { layout: 'naverrors', defaultSort: [{ column: 'id', descending: true }] }
