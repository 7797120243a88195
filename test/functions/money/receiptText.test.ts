import PDFDocument from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { fontNamed, writerOn } from '#functions/money/receipt/pageText.ts'

/** What is put on a page for a line, from left to right. Letters of one script are joined and ordered by fontkit. */
function writtenFor(line: string): string[] {
  const page = new PDFDocument({ size: 'LETTER', margin: 56, font: fontNamed('plain') as unknown as string })
  const text = vi.spyOn(page, 'text')
  const { setStyle, write } = writerOn(page, 56)
  setStyle('plain', 10)
  write([line])
  return text.mock.calls
    .map(([written, x]) => ({ written, x: Number(x) }))
    .toSorted((a, b) => a.x - b.x)
    .map(({ written }) => written)
}

it.each([
  ['FC Haifa 2026', ['FC Haifa 2026']],
  ['מכבי חיפה', ['מכבי חיפה']],
  // A number is read from left to right, and stands to the left of the words before it.
  ['חיפה 2026', ['2026', 'חיפה ']],
  ['نادي 12.50 الشباب', [' الشباب', '12.50', 'نادي ']],
  // Digits and marks of the Arabic script are passed in reverse, because fontkit puts them from right to left as its letters.
  ['نادي ١٢٫٥٠ الشباب', [' الشباب', '٠٥٫٢١', 'نادي ']],
  ['تیم ۱۲۳', ['۳۲۱', 'تیم ']],
  ['Season, נועה כהן, U12', ['Season, ', 'נועה כהן', ', U12']],
  ['חיפה FC תל אביב', ['חיפה', ' FC ', 'תל אביב']],
  // Brackets are mirrored.
  ['חיפה (תל אביב)', ['חיפה )תל אביב(']],
  ['U12 (נועה)', ['U12 (', 'נועה', ')']],
  ['חיפה 🏆 תל אביב', [' תל אביב', '🏆', 'חיפה ']],
])('a line is written in visual order: %s', (line, written) => {
  expect(writtenFor(line)).toEqual(written)
})

it('marks without an anchor in the font are written', () => {
  expect(writtenFor('ฬู์')).toEqual(['ฬู์'])
})
