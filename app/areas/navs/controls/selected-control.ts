/** The control that is looked at: the one asked for, else the NAV's current one, else its newest; null without any. */
export function selectedControl<Control extends { id: number }>(
  controls: readonly Control[],
  asked: number | null,
  currentId: number | null,
): Control | null {
  const wanted = asked ?? currentId
  return controls.find(({ id }) => id === wanted) ?? controls[0] ?? null
}
