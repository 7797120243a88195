import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for this run's assemblies, one per stage. */
    assemblies: string
  }
}

export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-assemblies-'))
  provide('assemblies', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
