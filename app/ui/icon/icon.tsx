/** A drawing beside the words that it stands for, on a field of 16 px. @param path its lines, of 1.5 px */
export function Icon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
