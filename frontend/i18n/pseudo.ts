/** A made-up language for tests: accents show what no catalogue holds, doubled letters what has no room for longer words. */

const ACCENTED = new Map(
  Array.from(
    "aábƀcçdðeéfƒgĝhĥiíjĵkķlĺmɱnñoópþqɋrŕsštťuúvṽwŵxẋyýzž".matchAll(/([a-z])(.)/gu),
    ([, plain, accented]) => [plain, accented],
  ),
);
/** By how much other languages are longer: German by about a third. */
const LONGER = 0.35;

/** "Compare runs" → "Çóómþáárŕéé ŕúúñš", tags of elements as they are; 35 % longer. */
export function pseudoText(text: string): string {
  let lacking = 0;
  return text
    .split(/(<\/?\w+\/?>)/)
    .map((piece, i) => (i % 2 === 1 ? piece : Array.from(piece, speak).join("")))
    .join("");

  function speak(letter: string): string {
    lacking += LONGER;
    const accented = ACCENTED.get(letter.toLowerCase());
    if (accented === undefined) return letter;
    const cased = letter === letter.toLowerCase() ? accented : accented.toUpperCase();
    // Vowels first, so that words can still be read.
    if (lacking < (/[aeiou]/i.test(letter) ? 0.35 : 1)) return cased;
    lacking -= 1;
    return cased + accented;
  }
}
