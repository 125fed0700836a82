import type { Refused } from '~/ui/form/refusal'
import { PageSection } from '~/ui/page/page'
import type { EditedKpi } from './edited-kpi'
import { KpiForm } from './kpi-form'

interface KpiEditorProps {
  methods: EditedKpi[]
  /** Address of the page that shows it. */
  path: string
  refused?: Refused
}

/** One form a KPI method. */
export function KpiEditor({ methods, path, refused }: KpiEditorProps) {
  return (
    <PageSection title="KPI comments">
      {methods.map((method) => (
        <KpiForm
          key={`${method.method_id} ${method.current_comment?.comment_id} ${method.current_comment?.comment_log}`}
          method={method}
          path={path}
          refused={refused?.typed.kpiMethodId === String(method.method_id) ? refused : undefined}
        />
      ))}
    </PageSection>
  )
}
