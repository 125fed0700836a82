import { showDay } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { ProcessRow } from './process'
import type { TaskDetail } from './task-by-id.server'

/** Whose task it is, of what, and until when. */
export function TaskFacts({ task, process }: { task: TaskDetail; process: ProcessRow }) {
  return (
    <Description
      items={[
        { term: 'Task Due Date', value: showDay(task.task_due_date) },
        { term: 'Task Team', value: task.task_team },
        { term: 'Group', value: task.task_group },
        { term: 'Entity', value: process.entity },
        { term: 'Components', value: process.entity_group_components },
        { term: 'Event', value: `${process.entity_event}, ${showDay(process.event_date)}` },
        { term: 'Process Due Date', value: showDay(process.process_due_date) },
        { term: 'Recipient', value: process.recipient },
        { term: 'User', value: process.user_name || 'Nobody' },
      ]}
    />
  )
}
