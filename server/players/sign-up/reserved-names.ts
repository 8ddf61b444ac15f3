/** Names of users and teams that nobody may choose: they would speak for the house, or offend. */

const house = [
  'hending',
  'admin',
  'stjorn',
  'kerfis',
  'kerfi',
  'system',
  'root',
  'operator',
  'support',
  'adstod',
  'hjalp',
  'starfsmadur',
  'vefstjori',
  'moderator',
  'webmaster',
  'security',
  'oryggi',
  'prufa',
];
const anywhere = [
  'hending',
  'fuck',
  'cunt',
  'nigger',
  'nigga',
  'faggot',
  'hitler',
  'nazi',
  'rapist',
  'whore',
  'fokking',
  'helviti',
  'andskot',
  'djoful',
  'kunta',
  'tussa',
  'hommat',
  'naudg',
  'rasshaus',
];

/** Digits that stand for letters are read as letters. @param text of letters a to z and digits alone */
export function isReserved(text: string): boolean {
  const name = text.toLowerCase();
  const read = asLetters(name);
  return house.includes(asLetters(name.replace(/\d+$/, ''))) || anywhere.some((word) => read.includes(word));
}

function asLetters(name: string): string {
  return name.replace(/[013457]/g, (digit) => 'oi.eas.t'[Number(digit)] ?? digit);
}
