import { join } from 'node:path'
import { bundleFunctions, root } from '#infra/bundle.ts'
import { runIfChanged } from './runIfChanged.ts'

/** Bundles all functions for deployment, if their sources have changed. */
export const bundles = (): Promise<void> =>
  runIfChanged(
    {
      root,
      file: join(root, '.build/functions.done'),
      from: ['functions', 'shared', 'infra', 'package-lock.json'],
      to: '.build/functions',
    },
    () => bundleFunctions(),
  )
