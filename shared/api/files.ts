import * as z from 'zod/mini'
import { fileLimit, fileNameLimit, fileTypes, largeLimit, largeTypes, whyCannotNameFile } from '../rules/files.ts'
import type { Area } from './route.ts'
import { rule } from './fields.ts'

const FileName = z.string().check(z.trim(), rule(whyCannotNameFile, fileNameLimit))

/** A file beside a message, a mail or a player. `type` is its content type, `size` is in bytes. */
export const FileSummary = z.object({ fileId: z.string(), name: z.string(), type: z.string(), size: z.int() })

/** The same with a URL that is valid for a few minutes; null for a harmful file, which was deleted. */
export const SentFile = z.extend(FileSummary, { url: z.nullable(z.string()) })

/**
 * File uploads. Three steps: request an upload URL, upload the file, then have it checked and kept. It stays if something that
 * refers to it is written within a day (functions/table/files.ts); otherwise it is deleted.
 */
export const files = {
  'POST /rest-api/files/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Gives a place for a file: an address that takes this one file by PUT, with these headers, for some minutes.',
    body: z.object({
      name: FileName,
      type: z.enum(fileTypes),
      size: z.int().check(
        z.gte(1),
        rule((size: number) => (size > fileLimit ? 'file_too_large' : undefined), fileLimit),
      ),
    }),
    returns: z.object({ fileId: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) }),
    refuses: ['too_many_requests'],
  },
  'POST /rest-api/files/{orgId}/parts': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Begins a large file, which who runs or coaches something in a club sends in parts: a line that is lost costs one part at most.',
    body: z.object({
      name: FileName,
      type: z.enum(largeTypes),
      size: z.int().check(
        z.gte(1),
        rule((size: number) => (size > largeLimit ? 'file_too_large' : undefined), largeLimit),
      ),
    }),
    returns: z.object({ fileId: z.string() }),
    refuses: ['too_many_requests', 'storage_full'],
  },
  'GET /rest-api/files/{fileId}/parts': {
    can: 'member',
    subject: 'path.fileId',
    does: 'Which parts of one’s own large file have come, and addresses of the next ones, each for one part by PUT, for a quarter of an hour. When there is none left, it is kept by the call below.',
    returns: z.object({
      /** The size of each part except the last. */
      partSize: z.int(),
      /** The numbers of the uploaded parts, from 1. */
      come: z.array(z.int()),
      next: z.array(z.object({ number: z.int(), url: z.string() })),
    }),
    refuses: ['file_missing', 'file_harmful'],
  },
  'POST /rest-api/files/{fileId}/keep': {
    can: 'member',
    subject: 'path.fileId',
    does: 'Looks at the file that was put there, takes out where it was made, and keeps it.',
    returns: FileSummary,
    refuses: ['wrong_file', 'file_missing', 'file_harmful'],
  },
  'GET /rest-api/files/{fileId}/preview': {
    can: 'member',
    subject: 'path.fileId',
    does: 'The address of a file of one’s own that nothing names yet, for some minutes.',
    early: true,
    returns: z.object({ url: z.string() }),
    refuses: ['file_harmful'],
  },
} as const satisfies Area
