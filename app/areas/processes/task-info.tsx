/**
 * "Task Info" of a task: the text of its process type.
 * @param html as the domain cleaned it when it was read; nothing else may come here
 */
export function TaskInfo({ html }: { html: string }) {
  if (html === '') return <p className="muted">There is no text about this task.</p>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on write and on read (clean-html.server.ts)
  return <div className="task-info" dangerouslySetInnerHTML={{ __html: html }} />
}
