import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order of the projects: fastest feedback first. */
const PROJECTS = ['alone', 'unit', 'browser']

/** Puts the longest test files first, so that two workers end together: by their last duration, otherwise by name. */
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
