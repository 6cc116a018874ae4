import type { WeightedWords } from "./sentiment-lexicon.ts";

/** From -4 to 4, in the base form; inflected forms are found by their stem. Written for reviews, reports and news of travel. */
export const englishSentimentWords: WeightedWords = [
  [
    4,
    `amazing awesome breathtaking brilliant exceptional exquisite extraordinary fabulous fantastic flawless heavenly
    immaculate impeccable incredible magical magnificent marvellous marvelous masterpiece outstanding perfect
    phenomenal spectacular splendid stunning sublime superb unforgettable unbeatable unrivalled wonderful
    world-class spotless`,
  ],
  [
    3,
    `adore beautiful best bliss blissful charming delicious delight delighted delightful ecstatic enchanting
    excellent exemplary faultless first-class gorgeous great idyllic impressive joy joyful love loved
    lovely luxurious memorable overjoyed paradise passionate pristine scrumptious sensational sumptuous superior
    terrific thrilled top-notch tremendous triumph wow hospitable heartwarming highlight generous gem`,
  ],
  [
    2,
    `accommodating accomplished admirable advantage affordable airy applaud appealing appetising appreciate approve
    attentive attractive authentic award beloved benefit better bonus boost bright calm caring cheerful clean
    comfort comfortable comfy compliment complimentary congratulate considerate convenient cosy courteous cozy cute
    dedicated dependable dreamy easy-going efficient effortless elegant enjoy enjoyable enthusiastic fair favourite
    favorite flavourful flexible fortunate fresh friendly fun gentle genuine glad glamorous good graceful gracious
    grateful happy harmonious healthy helpful heartfelt honest ideal improve improvement inspiring inviting kindness
    knowledgeable lively lucky modern neat nice on-time optimistic panoramic peaceful picturesque pleasant pleased
    pleasure plush polite popular praise prestigious profit profitable progress prompt proud punctual
    pleasing quaint refined refresh refreshing relax relaxed relaxing reliable respectful restful reward rewarding
    romantic roomy safe satisfied satisfying scenic secluded secure serene sincere sleek smart smile smiling smooth
    soothing sparkling spacious speedy stylish succeed success successful suitable sunny supportive swift
    sympathetic tasteful tasty tidy timely tranquil treat treasure trusted trustworthy upgrade upgraded value
    valuable vibrant victory warm-hearted welcome welcoming well-appointed well-equipped well-kept well-located
    well-maintained well-organised win winner worthwhile yummy fascinating rejuvenating worth recommend recommended`,
  ],
  [
    1,
    `abundant accessible accurate achieve adequate affection agree ample bargain central charm clear correct decent
    durable ease easy fast favourable favorable fine forward gain grow growth handy helpfully hope hopeful
    innovative interesting intact leading okay nicely nearby opportunity pioneering plentiful practical prosper
    quick quiet reasonable record record-breaking recover recovery renovated resolve resolved robust simple sociable
    solid stable strength strong sturdy support sustainable thank thanks thankful thoughtful thrive useful varied
    versatile warm willing wise witty youthful expand luck quieter`,
  ],
  [
    -1,
    `average ageing basic bland blame bleak boring brusque bumpy busy chilly closed clumsy cold complicated
    compulsory cramped cheaply concern concerned confuse confusing congested cough crowded dark damp decline
    decrease deficit delay delayed demanding dim disagree discomfort draughty drawback dreary drip dull dusty
    expensive faded faint grey hesitate hidden humid inadequate inconsistent insufficient lack lacking lackluster
    late lengthy limited lonely loss lukewarm mediocre missed mistake monotonous negative odd old-fashioned outdated
    overwhelmed packed patchy pricey pushy queue queues regret repetitive risk run-of-the-mill sad scarce shortage
    shut slow smell sparse stale strange stuffy strike strikes sweaty tardy tedious tired tiring touristy unclear
    uncertain uneven uninspiring unwell warn warning weak worn worn-out worry wait waited waiting`,
  ],
  [
    -2,
    `abrupt annoy annoyed annoying anger angry anxious argue ashamed avoid awkward bad badly bedraggled bother bug
    bugs careless chaos chaotic cockroach complain complaint condescending crack cracked crash crisis crude damage
    damaged dangerous deceive defective denied deny deteriorate detour difficult dingy dirt dirty disadvantage
    disagreeable disappoint disappointed disappointing disappointment discourteous disorganised disorganized dispute
    disrespectful dissatisfied disturb disturbing dodgy downhill drunk embarrassing error excuse exhausted
    exhausting fail failed failing failure false fault faulty fear fight filth flimsy foul frustrate frustrated
    frustrating frustration fuss gloomy greasy grim grimy grubby grumpy harsh hassle hate hated hostile hurt ignore
    ignored ignorant ill impatient impersonal impolite incompetent inconvenience inconvenient indifferent inedible
    inefficient inferior injured insult irritating jammed lazy leak leaking letdown lie lied loud lousy malfunction
    mess messy misinformed mislead misleading misunderstanding mold mouldy moldy mould neglect neglected nervous
    noise noisy nuisance obnoxious odour offend offended ordeal overbooked overcharge overcharged overcooked
    overcrowded overlooked overpriced pain painful panic pest poor poorly problem problematic rattle rattled refuse
    refused reject rip rotten rowdy rude rudeness ruin ruined run-down rundown rust rusty scratchy seedy shabby sick
    sloppy smelly sore spoiled stain stained sticky stink stranded stress stressed stressful stubborn subpar suffer
    suspicious tasteless tatty threat threaten torn trouble ugly unacceptable unable unappealing unattractive
    unclean uncomfortable uncooperative undercooked understaffed unfair unfortunate unfriendly unhappy unhealthy
    unhelpful unhygienic unimpressed uninterested unkempt unpleasant unprepared unprofessional unreliable
    unresponsive unsafe unsatisfactory untidy unwelcoming unwilling upset useless violate waste wasted wrong misery
    unusable`,
  ],
  [
    -3,
    `abysmal agony appalling atrocious awful bedbug bedbugs catastrophe cheat cheated con contaminated cruel
    despicable disaster disastrous disgrace disgraceful disgust disgusted disgusting dishonest dismal dreadful
    filthy fraud furious ghastly hateful hell hellish hideous horrendous horrible horrid horror humiliating infested
    infuriating insulting intolerable miserable mugged nasty nauseating nightmare outrage outrageous pathetic rat
    rats revolting ripoff rip-off scam scammed shame shameful shambles shocking squalid stolen terrible theft thief
    toxic traumatic unbearable vile vomit worst worse wretched`,
  ],
  [
    -4,
    "abomination abhorrent disgustingly excruciating horrific horrifying inexcusable loathsome unforgivable atrocity",
  ],
  // Related in form to judging words, but not in meaning.
  [0, "friend friends stall stalls promise promised value values valued time date please"],
  // Sober words of rules and reports: they say that something went wrong, not what the writer thinks of it.
  [
    -1,
    `accident attack ban bankrupt bankruptcy cancel cancelled cancellation collapse death debt defeat disruption
    drought emergency fatal illness injury layoff lawsuit liable loss-making penalty recession scandal war wound
    slump`,
  ],
  [
    3,
    `|highly recommend|would recommend|will be back|will come back|come back again|worth it|worth every|top notch|second to none|
    |went out of their way|above and beyond|could not fault|couldn't fault|hidden gem|made our day|fall in love|fell in love|
    |well worth|a must|do not miss|don't miss|can't wait to return`,
  ],
  [
    2,
    "|on time|step forward|good value|great value|well run|well done|no complaints|no problem|no problems|peace and quiet",
  ],
  [
    -3,
    `|never again|rip off|waste of money|waste of time|stay away|not worth|let down|fell apart|not as described|
    |worst ever|do not book|don't book|do not stay|don't stay|avoid at all|steer clear|not recommend|lost luggage`,
  ],
  [
    -2,
    "|fell short|ran out|out of order|turned away|not working|kept waiting|no answer|no apology|nobody apologised|go wrong|went wrong",
  ],
];
