import bidiFactory, { type EmbeddingLevels } from 'bidi-js'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fontFiles } from '../../mail/fonts.ts'

type FontName = keyof typeof fontFiles
type Weight = 'plain' | 'bold'

/** Characters that the main fonts lack, and the fallback font for them, which has one weight only. */
const fallbackFonts = [
  ['hangul', /\p{Script=Hangul}/u],
  // With their punctuation. Kanji are drawn in their Chinese shapes.
  [
    'han',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30a0-\u30ff\u3190-\u33ff\ufe30-\ufe4f\uff01-\uffef]/u,
  ],
  ['emoji', /[\p{Emoji_Presentation}\ufe0f]/u],
  ['thai', /\p{Script=Thai}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['tamil', /\p{Script=Tamil}/u],
  ['ethiopic', /\p{Script=Ethiopic}/u],
] as const

const fontCache = new Map<FontName, Buffer>()
/** Reads a font, which is shipped next to the bundle. Looks for the file itself, because some of the packages do not export it. */
export function fontNamed(name: FontName): Buffer {
  const cachedFont = fontCache.get(name)
  if (cachedFont) return cachedFont
  const file = fontFiles[name]
  const folders = createRequire(import.meta.url).resolve.paths(file) ?? []
  const path = folders.map((folder) => join(folder, file)).find((each) => existsSync(each))
  if (path === undefined) throw new Error(`There is no font ${file} beside the function.`)
  const bytes = readFileSync(path)
  fontCache.set(name, bytes)
  return bytes
}

/** Consecutive characters in one font, in logical order. */
type Run = { text: string; font: FontName; isRightToLeft: boolean }

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
const bidi = bidiFactory()
/** The scripts whose glyphs fontkit puts from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * The runs of a line in visual order, from left to right, by the Unicode Bidirectional Algorithm. The line as a whole runs from left to right,
 * since a receipt is in English or Spanish.
 */
function runsOf(line: string, weight: Weight): Run[] {
  if (!rightToLeft.test(line)) return byFont(line, weight)
  // bidi-js takes both halves of a surrogate pair for letters; a symbol of this kind is none.
  const embedding = bidi.getEmbeddingLevels(
    line.replaceAll(/\p{So}/gu, (symbol) => '□'.repeat(symbol.length)),
    'ltr',
  )
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  return levelRunsOf(line, embedding).flatMap(({ level, from, to }) => {
    const text = Array.from({ length: to - from }, (_, i) => mirrored.get(from + i) ?? line.charAt(from + i)).join('')
    const runs = byFont(text.replaceAll(/\p{Bidi_Control}/gu, ''), weight)
    return level % 2 === 0 ? runs : runs.reverse().map((run) => ({ ...run, isRightToLeft: true }))
  })
}

/** The runs of characters of one embedding level, in visual order. */
function levelRunsOf(line: string, embedding: EmbeddingLevels) {
  const runs: { level: number; from: number; to: number }[] = []
  for (const i of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[i] ?? 0
    const last = runs.at(-1)
    if (last?.level === level && i === last.to) last.to++
    else if (last?.level === level && i === last.from - 1) last.from--
    else runs.push({ level, from: i, to: i + 1 })
  }
  return runs
}

/** fontkit decides by the script in which order it puts glyphs: a text for which that is the wrong one is given to it in reverse. */
function glyphOrderOf({ text, isRightToLeft }: Run): string {
  if (rightToLeft.test(text) === isRightToLeft) return text
  return Array.from(letters.segment(text), ({ segment }) => segment)
    .reverse()
    .join('')
}

function byFont(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const { segment } of letters.segment(text)) {
    const font = fallbackFonts.find(([, pattern]) => pattern.test(segment))?.[0] ?? weight
    const last = runs.at(-1)
    if (last?.font === font) last.text += segment
    else runs.push({ text: segment, font, isRightToLeft: false })
  }
  return runs
}

/** Splits a text where a line may break: after words with their punctuation. Chinese and Thai have no spaces between words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let before: Intl.SegmentData | undefined
  for (const segment of words.segment(text)) {
    const isBlank = before !== undefined && /\s$/u.test(before.segment)
    const last = pieces.at(-1)
    if (last === undefined || isBlank || (before?.isWordLike && segment.isWordLike)) pieces.push(segment.segment)
    else pieces[pieces.length - 1] = last + segment.segment
    before = segment
  }
  return pieces
}

/** fontkit throws for a mark at a letter for which the font has no anchor. Then marks are placed without anchors. */
const unanchored = { features: { mark: false, mkmk: false, abvm: false, blwm: false } } as object

/** The baseline of the main fonts below the top of a line, relative to the font size. All fallback fonts use it too. */
const baselineRatio = 0.928

/**
 * Writes text in as many fonts as it needs, with right-to-left words in order. PDFKit's own `text` uses one font per call and reverses the
 * order of right-to-left words.
 */
export function writerOn(page: PDFKit.PDFDocument, margin: number) {
  const registeredFonts = new Set<FontName>()
  let style: { weight: Weight; size: number } = { weight: 'plain', size: 10 }
  const selectFont = (name: FontName) => {
    if (!registeredFonts.has(name)) page.registerFont(name, fontNamed(name))
    registeredFonts.add(name)
    return page.font(name)
  }
  const setStyle = (weight: Weight, size = style.size) => {
    style = { weight, size }
    return selectFont(weight).fontSize(size)
  }
  /** A run as PDFKit has to write it, in its font, and its width. */
  const layOut = (run: Run) => {
    const text = glyphOrderOf(run)
    const runFont = selectFont(run.font)
    // PDFKit lays out each word separately unless it is given features.
    const options = run.isRightToLeft ? { features: [] } : {}
    try {
      return { text, options, width: runFont.widthOfString(text, options) }
    } catch {
      return { text, options: unanchored, width: runFont.widthOfString(text, unanchored) }
    }
  }
  const widthOf = (text: string) => {
    const widths = runsOf(text.trimEnd(), style.weight).map((run) => layOut(run).width)
    setStyle(style.weight)
    return widths.reduce((sum, width) => sum + width, 0)
  }
  const linesOf = (text: string, width = page.page.width - 2 * margin): string[] =>
    text
      .normalize('NFC')
      .split(/\r\n|[\n\r]/u)
      .flatMap((paragraph) => {
        const lines: string[] = []
        let line = ''
        const add = (piece: string) => {
          if (line !== '' && widthOf(line + piece) > width) {
            lines.push(line)
            line = ''
          }
          line += piece
        }
        for (const piece of piecesOf(paragraph))
          if (widthOf(piece) <= width) add(piece)
          else for (const { segment } of letters.segment(piece)) add(segment)
        return [...lines, line]
      })
  /** Writes lines, on a new page where needed; they end at `right` if given. */
  const write = (lines: readonly string[], right?: number) => {
    for (const line of lines) {
      const height = page.currentLineHeight(true)
      if (page.y + height > page.page.height - margin) page.addPage()
      const top = page.y
      let x = right === undefined ? margin : right - widthOf(line)
      for (const run of runsOf(line.trimEnd(), style.weight)) {
        const { text, options, width } = layOut(run)
        page.text(text, x, top + baselineRatio * style.size, { lineBreak: false, baseline: 'alphabetic', ...options })
        x += width
      }
      setStyle(style.weight)
      page.x = margin
      page.y = top + height
    }
  }
  return { setStyle, linesOf, write }
}
