import { showFigure } from '../nav'
import type { EvidenceFigure } from '../rules/contract'

/** The cells that a figure was computed from. */
export function EvidenceCells({ figures }: { figures: readonly EvidenceFigure[] }) {
  return (
    <ul className="muted">
      {figures.map((figure) => (
        <li key={`${figure.upload} ${figure.file} ${figure.sheet} ${figure.cell} ${figure.label}`}>
          {showFigure(figure)}
        </li>
      ))}
    </ul>
  )
}
