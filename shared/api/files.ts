import * as z from 'zod/mini'
import { fileLimit, fileNameLimit, fileTypes, largeLimit, largeTypes, whyCannotNameFile } from '../rules/files.ts'
import type { Area } from './route.ts'
import { rule } from './fields.ts'

const FileName = z.string().check(z.trim(), rule(whyCannotNameFile, fileNameLimit))

/** A file attached to a message, an email or a player. `type` is its content type, `size` is in bytes. */
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
    does: 'Creates a file and returns a presigned URL, valid for a few minutes, to which this file is uploaded by PUT with the returned headers.',
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
    does: 'Creates a large file that is uploaded in parts, so that a lost connection costs one part at most. Available to administrators and coaches of the club.',
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
    does: 'Returns the uploaded parts of the caller’s large file and presigned URLs for the next ones, each for one part by PUT and valid for 15 minutes. When no part is left, complete the upload with the `keep` route.',
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
    does: 'Completes an upload: checks the file, removes metadata such as the location, and keeps it. Idempotent.',
    returns: FileSummary,
    refuses: ['wrong_file', 'file_missing', 'file_harmful'],
  },
  'GET /rest-api/files/{fileId}/preview': {
    can: 'member',
    subject: 'path.fileId',
    does: 'Returns the URL, valid for a few minutes, of a file of the caller that is not attached to anything yet.',
    early: true,
    returns: z.object({ url: z.string() }),
    refuses: ['file_harmful'],
  },
} as const satisfies Area
