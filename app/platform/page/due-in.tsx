import { dueWords } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'

/** "in 2 days", "today"; as a badge once it is late. @param days from today; negative when it is late */
export function DueIn({ days }: { days: number }) {
  return days < 0 ? <Badge kind="failed" status={dueWords(days)} /> : dueWords(days)
}
