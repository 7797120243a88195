/**
 * What PDFs that go with mails are written with: files of packages, beside the functions that write them. The first two have the letters of
 * Europe, Arabic and Hebrew; each of the others is read once a text has letters of its script.
 */
export const fontFiles = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  hangul: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
  han: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
} as const

export const fonts = Object.values(fontFiles)
