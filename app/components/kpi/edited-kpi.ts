import type { KpiCommentData } from '~/domain/kpi/kpi-comments.server'

/** A KPI method with the key of its form. */
export interface EditedKpi extends KpiCommentData {
  idempotencyKey: string
}
