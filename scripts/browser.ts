import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { fastTempRoot } from './local/tempFolder.ts'

/** The path of a browser: the machine's own Chromium, or the one from npm. */
export async function chromiumPath(): Promise<string> {
  const systemBrowser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
  return systemBrowser ?? (await chromium.executablePath())
}

// Not the package's default arguments, which disable web security.
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/**
 * npm's Chromium brings libraries that bare machines lack; they are unpacked beside it. TMPDIR is in memory, for what
 * its processes share.
 */
export function chromiumEnv(path: string): Record<string, string> {
  const libraryFolders = [join(dirname(path), 'al2023', 'lib'), join(dirname(path), 'swiftshader')].filter(existsSync)
  const libraries = [process.env.LD_LIBRARY_PATH, ...libraryFolders].filter(Boolean).join(delimiter)
  const environment = process.env as Record<string, string>
  return { ...environment, TMPDIR: fastTempRoot(), ...(libraries && { LD_LIBRARY_PATH: libraries }) }
}

export async function launch(): Promise<Browser> {
  const executablePath = await chromiumPath()
  return playwright.launch({
    executablePath,
    args: chromiumArgs,
    env: chromiumEnv(executablePath),
    chromiumSandbox: false,
  })
}
