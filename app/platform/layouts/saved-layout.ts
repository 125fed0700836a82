import { LARGEST_INTEGER } from '~/platform/values/stored-integer'

/** A saved layout or view without its state. */
export interface SavedLayout {
  id: number
  /** The grid: "navdashboard", "invoicelog", … */
  key: string
  /** Name of the view; '' for what the grid opens with. */
  name: string
  updatedAt: Date
}

/** Whether the database could have such an id. */
export function isLayoutId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= LARGEST_INTEGER
}
