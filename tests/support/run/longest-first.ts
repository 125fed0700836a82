import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order of the projects: what tells of a fault soonest comes first. */
const PROJECTS = ['alone', 'unit', 'browser']

/** Puts the longest test files first, so that two workers end together: as long as they took last, else by their names. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name)
    const duration = ({ project, moduleId }: TestSpecification) => {
      const last = cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)
      return last?.duration ?? (/\.slow\.test\.\w+$/.test(moduleId) ? 10_000 : 1_000)
    }
    return [...files].sort((a, b) => place(a) - place(b) || duration(b) - duration(a))
  }
}
