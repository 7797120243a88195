import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { withScreen } from './slowedScreen.ts'

const [count, bytes] = [20, 5_000_000]
const mega = 1_000_000

/** The memory of a page while a coach uploads many large files into a folder: a phone must not hold them all at once. */
export async function uploadFigures(bench: Bench, path: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-files-'))
  const files = Array.from({ length: count }, (_, i) => join(folder, `Session ${i + 1}.pdf`))
  for (const file of files) writeFileSync(file, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]))
  try {
    return await withScreen(bench, { as: 'coach', path }, async ({ page }) => {
      const devtools = await page.context().newCDPSession(page)
      const heldBytes = async () => {
        const { usedSize, embedderHeapUsedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage')
        return usedSize + embedderHeapUsedSize + backingStorageSize
      }
      const heldAfterCollection = async () => {
        await devtools.send('HeapProfiler.collectGarbage')
        return heldBytes()
      }
      await page.getByLabel('Upload').first().waitFor({ state: 'attached' })
      const bytesBefore = await heldAfterCollection()
      await page.getByLabel('Upload').first().setInputFiles(files)
      let highest = bytesBefore
      for (let uploaded = 0; uploaded < count; ) {
        await setTimeout(100)
        // After garbage collection, since unreferenced objects do not count.
        highest = Math.max(highest, await heldAfterCollection())
        uploaded = await page.getByRole('link', { name: /^Session \d+/ }).count()
      }
      return [
        {
          what: 'library: 20 files of 5 MB put in, memory on top',
          value: (highest - bytesBefore) / mega,
          unit: 'MB',
          atMost: 20,
        },
        {
          what: 'library: the same, left behind',
          value: ((await heldAfterCollection()) - bytesBefore) / mega,
          unit: 'MB',
          atMost: 5,
        },
      ]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
