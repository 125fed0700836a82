/** First link of every page: jumps over the bars to the element with the given id (`main`). */
export function SkipLink({ to = 'main' }: { to?: string }) {
  return (
    <a className="skip-link" href={`#${to}`}>
      Skip to content
    </a>
  )
}
