import type { Day } from '~/platform/values/day'
import type { Instance } from '~/platform/workflow/types'
import type { NavCheckRow } from '../checks.server'
import type { FigureLine } from '../class-figures'
import type { ControlRow } from '../control/controls-of.server'
import type { RuleEvidence, RuleResultRow } from '../control/rule-results.server'
import type { BreakRow } from '../matching/breaks'
import type { NavFacts } from '../nav'
import type { Bridge } from '../rules/contract'

/** Instants as the site shows them; '' for none. */
export type Times = (at: Date | null) => string

/** The current control of a NAV, with all its findings. */
export interface ReportControl extends ControlRow {
  /** In four numbers. */
  summary: string
  results: (RuleResultRow & { evidence: RuleEvidence })[]
  bridge: Bridge | null
  /** The NAV tables of this control and of the one that it was compared with. */
  lines: FigureLine[]
  previousLines: FigureLine[]
  previousDate: Day | null
}

interface ReportEvent {
  round: number
  at: Date
  whoName: string
  /** The queue that it was taken in. */
  fromQueue: string | null
  queue: string
  status: string
  log: string
  /** The name of what did not move the NAV; null for a move. */
  act: string | null
}

interface ReportFile {
  fileName: string
  fileType: string
  createdAt: Date
  size: number
  sha256: string
}

/** All that the report of a NAV shows: plain data, for the worker that draws it. */
export interface ReportFacts {
  nav: NavFacts
  instance: Instance
  control: ReportControl | null
  /** Oldest first. */
  events: ReportEvent[]
  checks: NavCheckRow[]
  matching: {
    at: Date
    who: string
    counts: Readonly<Record<string, number>>
    formatCode: string | null
    formatVersion: number | null
  } | null
  breaks: BreakRow[]
  documents: ReportFile[]
  /** Share classes of the fund. */
  classes: { code: string; name: string; reference: boolean }[]
}
