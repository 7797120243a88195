import type { House, Running } from '../service.ts'
import { bucketFiles } from './bucketFiles.ts'
import { deployFiles } from './deployFiles.ts'
import { site } from './site.ts'

export async function start({ web, log }: House): Promise<Running> {
  return {
    async serve({ assembly, offers }) {
      const files = bucketFiles(offers.buckets)
      await deployFiles(assembly, files)
      return {
        answer: site({ assembly, files, httpApi: offers.httpApi, web, log }),
        ...(web && { upgrade: web.upgrade }),
      }
    },
  }
}
