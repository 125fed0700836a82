import type { KpiCommentData } from '~/areas/kpi/kpi-comments.server'
import { Description } from '~/ui/description/description'
import { PageSection } from '~/ui/page/page'

/** The comments on the KPIs of a task, for those who only read. */
export function KpiSaid({ methods }: { methods: KpiCommentData[] }) {
  const items = methods.flatMap(({ method_name, comment_list, current_comment }) => {
    if (!current_comment) return []
    const { comment_id, comment_log } = current_comment
    const said = comment_list.find((comment) => comment.comment_id === comment_id)?.comment_value ?? ''
    return [{ term: method_name, value: comment_log === '' ? said : `${said}: ${comment_log}` }]
  })
  return (
    <PageSection title="KPI comments">
      {items.length > 0 ? <Description items={items} stacked /> : <p className="muted">There is none.</p>}
    </PageSection>
  )
}
