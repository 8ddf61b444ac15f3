/** What passwords are made of in this house and this country, in small letters without accents. */
export const localWords: ReadonlySet<string> = new Set(
  `
  hending hendingar hendingin lotto lottoid lottotala lottotolur lottoleikur lottoleikir vikinglotto
  vikingalotto eurojackpot jackpot joker jokerinn lengjan lengja getraunir getspa getraun xg toto tips
  bingo happdraetti vinningur vinningar vinna heppni heppinn heppin milljon milljonir peningar spil spila
  spilari spilarar spilakassi sandkassi potturinn pottur rodin tala tolur adalvinningur lykilord
  lykilordid lykill leyniord leyndarmal adgangsord adgangur adgangurinn innskraning notandi notandanafn
  kennitala password passord passwort prufa prufun profun test testing admin kerfisstjori opnadu opna
  leyfdumer island islands islendingur islenska islenskur islandi iceland icelandic reykjavik reykjavikur
  akureyri kopavogur hafnarfjordur keflavik selfoss gardabaer mosfellsbaer isafjordur egilsstadir
  vestmannaeyjar akranes husavik fotbolti knattspyrna handbolti korfubolti boltinn afram aframisland valur
  fylkir fram vikingur breidablik stjarnan haukar grindavik njardvik leiknir throttur liverpool arsenal
  chelsea manchester manutd tottenham everton vetur sumar haust vor jol paskar januar februar mars april
  mai juni juli agust september oktober november desember manudagur thridjudagur midvikudagur fimmtudagur
  fostudagur laugardagur sunnudagur helgin helgi mamma pabbi amma afi elskan elskanmin elska ast astin
  hjarta kaerasta kaerasti fjolskylda fjolskyldan hundur hundurinn kisa kisan kottur kotturinn hestur
  hesturinn godandag gledileg velkomin velkominn halloheimur jonsson jonsdottir gudmundsson gudmundsdottir
  sigurdsson sigurdardottir gudrun sigurdur gudmundur kristin helga lopapeysa skyrterta jokull jokullinn
  eyjafjallajokull hekla katla geysir gullfoss nordurljos nordurland
  `
    .trim()
    .split(/\s+/),
);
