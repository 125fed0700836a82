import type { Day } from '~/platform/values/day'
import type { EventClass } from '~/platform/workflow/types'

/**
 * The production status of one fund (specification: Production row). The current NAV is the one of the earliest date
 * that is neither SENT nor CANCELLED, else the latest; the previous one is of the date before it. Dates and people of
 * steps are those of the current NAV's round; counts are over all its rounds.
 */
export interface ProductionRow {
  /** Null, like all fields that depend on it, for a fund without any expected NAV. */
  current_nav_id: number | null
  fund_code: string
  name: string
  current_nav: Day | null
  max_prebalance_date: Day | null
  max_sending_date: Day | null
  /** The fund's: full name, or the user name that was imported when there is no such user. */
  accountant: string | null
  /** Who ran the current control. */
  uploader: string | null
  /** "SUBMITTED (TEAM LEADER)" */
  current_status_display: string | null
  /** Style of the badge. */
  current_dashboard: EventClass | null
  /** First and last Submit of the round. */
  first_sending_validation_date: Date | null
  last_sending_validation_date: Date | null
  /** Mark as sent. */
  sending_date: Date | null
  /** Who validated last. */
  validating_manager: string | null
  /** Submits of all rounds; null without a NAV. */
  count_validation_accountant: number | null
  /** Validations of all rounds; null without a NAV. */
  count_validation_manager: number | null
  /** Rules of the current control. */
  ko_controls: number | null
  ok_controls: number | null
  /** When the current control ran, and its reason. */
  upload: Date | null
  why: string | null
  previous_nav: Day | null
  previous_status_display: string | null
  previous_dashboard: EventClass | null
}

/** A row of the list, named by its fund: a fund without NAVs has one too. */
export interface FundProduction extends ProductionRow {
  fund_id: number
  /** Results of the current control: "29 OK · 1 not OK · 11 not applicable". */
  rules: string | null
  /** See daysLateSql. */
  days_late: number | null
}
