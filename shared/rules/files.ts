/** The files that people may upload, and how they are shown. Plain data for the contract, the functions and the screens. */

/** The largest file, in bytes. */
export const fileLimit = 25_000_000
/** The largest file of a multipart upload, in bytes. */
export const largeLimit = 2_000_000_000
/** The size of a part, in bytes; the last one may be shorter. S3 requires at least 5 MiB. */
export const partSize = 8 * 1024 * 1024
/** The types that can be uploaded in parts. */
export const largeTypes = ['video/mp4', 'video/webm', 'application/pdf'] as const
export type LargeType = (typeof largeTypes)[number]
export const isLargeType = (type: string): type is LargeType => (largeTypes as readonly string[]).includes(type)
/** The largest file of a type, in bytes. */
export const limitOf = (type: string): number => (isLargeType(type) ? largeLimit : fileLimit)
/** The key of a file's thumbnail in the media bucket. */
export const thumbnailOf = (fileId: string): string => `files/${fileId}.thumb`
/** The greatest width and height of a thumbnail in pixels, and its largest size in bytes. */
export const thumbnailPixels = 320
export const thumbnailLimit = 30_000
/** The longest name of a file. */
export const fileNameLimit = 150

/** Types that a browser may show in place: none of them can run anything. Everything else is only ever saved. */
const displayedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
] as const
const downloadedTypes = [
  'text/plain',
  'text/csv',
  'text/calendar',
  'application/rtf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
] as const
export const fileTypes = [...displayedTypes, ...downloadedTypes] as const
export type FileType = (typeof fileTypes)[number]

/** The type of a file by its MIME type or its name; undefined for one that is not accepted. */
export function fileTypeOf({ name, type }: { name: string; type: string }): FileType | undefined {
  const byName = byEnding[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  return fileTypes.find((each) => each === type) ?? byName
}
/** Types that browsers name differently, or not at all. */
const byEnding: Readonly<Record<string, FileType>> = {
  mov: 'video/mp4',
  m4v: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  csv: 'text/csv',
  ics: 'text/calendar',
  txt: 'text/plain',
  rtf: 'application/rtf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}
/** The file extensions of each type; a file with another one gets the first. */
const extensionsByType: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'video/mp4': ['mp4', 'mov', 'm4v'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
  'text/calendar': ['ics'],
  'application/rtf': ['rtf'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
}

/**
 * The name for the download of a file, with the extension of its type, since operating systems open files by extension: a text named
 * `training.hta` becomes `training.hta.txt`.
 */
export function nameToSave({ name, type }: { name: string; type: string }): string {
  const extensions = Object.hasOwn(extensionsByType, type) ? extensionsByType[type as FileType] : undefined
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return !extensions || extensions.includes(extension) ? name : `${name}.${extensions[0]}`
}

/** Whether a browser may show the type inline; other types are downloaded. */
export const isShown = (type: string): boolean => (displayedTypes as readonly string[]).includes(type)

/**
 * Characters not allowed in names: those that systems read as part of a path or command, and invisible ones. Exceptions are the
 * two joiners that Persian, Indian scripts and emoji need.
 */
const forbidden = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/u
/** Why this cannot be the name of a file; undefined when it can. */
export function whyCannotNameFile(name: string): 'required' | 'too_long' | 'not_a_file_name' | undefined {
  if (name.replaceAll(/[\s\u200c\u200d]/g, '') === '' || /^\.+$/.test(name.trim())) return 'required'
  if ([...name].length > fileNameLimit) return 'too_long'
  return forbidden.test(name) ? 'not_a_file_name' : undefined
}
