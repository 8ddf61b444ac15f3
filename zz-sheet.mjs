import sharp from 'sharp';
import {readdirSync} from 'node:fs';
const [dir,out,cols,w,h,...names]=process.argv.slice(2);
const W=+w,H=+h,C=+cols;
const cells=await Promise.all(names.map(async n=>{const b=await sharp(`${dir}/${n}.png`).resize({width:W}).toBuffer();const m=await sharp(b).metadata();return sharp(b).extract({left:0,top:0,width:W,height:Math.min(H,m.height)}).extend({bottom:Math.max(0,H-m.height),background:'#888'}).png().toBuffer()}));
const R=Math.ceil(cells.length/C);
await sharp({create:{width:C*(W+12)+12,height:R*(H+12)+12,channels:3,background:'#777'}}).composite(cells.map((input,i)=>({input,left:12+(i%C)*(W+12),top:12+Math.floor(i/C)*(H+12)}))).png().toFile(out);
