import { plainOf } from '#shared/rules/richText.ts'
import type { Letter, Picture } from './letter.ts'
import { contentIdOf } from './mime.ts'
import { richHtml, type SourceOf } from './richHtml.ts'

/** What somebody wrote with the editor, as text and as HTML: only for letters that have some of it. */
export const richOf = ({ content = [], pictures = [] }: Letter) => ({
  text: plainOf(content),
  html: `<div dir="auto">${richHtml(content, sourceIn(pictures))}</div>`,
})

/** A picture that could not be had is told of in its words. */
const sourceIn =
  (pictures: readonly Picture[]): SourceOf =>
  (fileId) =>
    pictures.some((picture) => picture.fileId === fileId) ? `cid:${contentIdOf(fileId)}` : undefined
