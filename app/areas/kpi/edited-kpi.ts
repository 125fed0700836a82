import type { KpiCommentData } from './kpi-comments.server'

/** A KPI method with the key of its form. */
export interface EditedKpi extends KpiCommentData {
  idempotencyKey: string
}
