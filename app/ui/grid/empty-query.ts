import type { GridQuery } from './query'

/** The query of a grid that shows its rows as they are. */
export const NOTHING_ASKED: GridQuery = {
  page: 1,
  size: 25,
  sort: [],
  filters: [],
  search: '',
  expanded: null,
  groups: [],
  openGroups: 'none',
  toggled: [],
  columns: null,
  widths: {},
  selected: [],
  edit: null,
  values: null,
  find: '',
}
